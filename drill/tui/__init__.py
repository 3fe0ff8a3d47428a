"""The terminal front end: screens that render views and post what a person did."""
