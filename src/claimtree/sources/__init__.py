"""Readers of files: each turns files into documents or places, without interpreting their texts."""
