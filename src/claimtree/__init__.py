"""Search by claims: what was asked, what each hit meets or refutes, and the words that say so."""
