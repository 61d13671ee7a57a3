import "./styles/base.css";
import "./styles/search.css";
import "./styles/results.css";
import "./styles/details.css";
import "./styles/chat.css";
import "./styles/family.css";
import { render } from "preact";
import { App } from "./components/App";
import { applied } from "./prefs";
import { start } from "./session";

const page = document.getElementById("page");
if (page) {
  applied();
  // First what the address says, then drawing: a shared link never shows the start page.
  void start();
  render(<App />, page);
}
