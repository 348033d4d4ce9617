"""The eighty-one fans of the Mahjong Competition Rules, and how they combine."""
