import { useEffect } from "react";
import { backend } from "../backend/connection/client.ts";
import { serverNow } from "../backend/connection/server-clock.ts";
import { longDate } from "../football/time/kick-off.ts";

/** Passes the club's name and the date of the print to the margin of printed pages (`ui/styles/print.css`). */
export function usePrintFooter(): void {
  useEffect(() => {
    const write = () => {
      const text = `${backend().config.brand}, ${longDate(serverNow())}`;
      document.documentElement.style.setProperty("--print-footer", JSON.stringify(text));
    };
    write();
    window.addEventListener("beforeprint", write);
    return () => window.removeEventListener("beforeprint", write);
  }, []);
}
