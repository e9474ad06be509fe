import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./theme/theme.css";
import { createRoot } from "react-dom/client";
import { watchPresence } from "./api/presence.ts";
import { Application } from "./application.tsx";
import { shareStyleNonce } from "./theme/style-nonce.ts";

shareStyleNonce();
watchPresence(document);

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Application />);
