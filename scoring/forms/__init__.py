"""The shape of what is typed about hands, penalties and totals."""
