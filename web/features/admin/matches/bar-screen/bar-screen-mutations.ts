import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";

/** Opens the screen, or replaces its link. */
export const openScreen = (_: unknown, requestKey: string) =>
  dataOf(backend().rest.rpc("open_bar_screen", { _request_key: requestKey }));

export const setScreenNames = (showsNames: boolean) =>
  ensureSuccess(backend().rest.rpc("set_bar_screen_names", { _shows_names: showsNames }));

export const closeScreen = () => ensureSuccess(backend().rest.rpc("close_bar_screen"));
