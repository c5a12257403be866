/** The paths of the data API for Hono, which answers what is not for the lane. */
import { type Context, Hono } from "hono";
import { readBytes } from "../gateway/bodies/body.ts";
import { preflightAnswer } from "../gateway/cors.ts";
import { responseOf } from "../gateway/http/sent.ts";
import type { RestRequest, RestService } from "./rest.ts";

/** Mount them at the root. */
export function restRoutes(service: RestService): Hono {
  const app = new Hono().basePath("/rest/v1");
  const answer = async ({ req, env }: Context, target: RestRequest["target"]) =>
    responseOf(
      await service.answer({ head: req.raw, env, target, readBody: (most) => readBytes(req.raw, most) }),
    );
  app.options("*", async (c, next) => preflightAnswer(c) ?? next());
  app.all("/rpc/:name", (c) => answer(c, { kind: "function", name: c.req.param("name") }));
  app.all("/:name", (c) => answer(c, { kind: "table", name: c.req.param("name") }));
  app.all("*", (c) => answer(c, /^\/rest\/v1\/?$/.test(c.req.path) ? "description" : null));
  return app;
}
