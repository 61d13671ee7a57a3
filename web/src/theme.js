// Before anything is drawn: the colours that were chosen, so that nobody sees a flash of the others.
try {
  const theme = localStorage.getItem("claimtree-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser may refuse to keep anything; the system's colours it is.
}
