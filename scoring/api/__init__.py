"""The product for programs: the services and gates of the pages, as JSON."""
