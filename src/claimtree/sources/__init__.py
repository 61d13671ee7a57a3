"""Files to documents and places: what is read, before anything is understood."""
