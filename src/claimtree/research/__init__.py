"""What is known around a question, and what to look for next: DNA matches and conversations as evidence,
research tasks, and a second source beside the tree.

Everything comes out as the values of `answering.ask_result`, bounded (`limits`). Nothing here reads a
question or writes an answer.
"""
