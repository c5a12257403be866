import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import * as words from "#words/start";
import { demoAddress } from "./start-calls.ts";

/** How often the page asks whether the demo is ready. */
const interval = 2000;

/** Starts a demo on the server's machine and offers it in a new tab, so that this page stays as it is. */
export function DemoOffer({ token }: { token: string }) {
  const [wanted, setWanted] = useState(false);
  const demo = useQuery({
    queryKey: ["demo beside", token],
    queryFn: () => demoAddress(token),
    enabled: wanted,
    retry: false,
    refetchInterval: ({ state }) => (state.data || state.error ? false : interval),
  });
  const isStarting = wanted && !demo.data && !demo.error;
  return (
    <div className="start-demo">
      <span>{words.notSureYet}</span>
      {demo.data ? (
        <a className="btn on-dark" href={demo.data} target="_blank" rel="noreferrer">
          {words.openTheDemo}
        </a>
      ) : (
        <button
          type="button"
          className="btn on-dark"
          aria-disabled={isStarting}
          onClick={() => {
            if (demo.error) void demo.refetch();
            else setWanted(true);
          }}
        >
          <Eye size={20} aria-hidden="true" />
          <span>{words.lookAtADemo}</span>
        </button>
      )}
      <p role="status">
        {demo.data
          ? words.demoIsReady
          : demo.error
            ? words.demoFailed
            : isStarting
              ? words.preparingTheDemo
              : words.demoLead}
      </p>
    </div>
  );
}
