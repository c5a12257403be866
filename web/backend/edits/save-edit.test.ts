import { describe, expect, it, vi } from "vitest";
import { EditNotSaved, field, saveEdit } from "./save-edit.ts";

interface Values {
  name: string;
  date: string;
  time: string;
}

const opened: Values = { name: "a", date: "1", time: "1" };
const fields = [field<Values>("Name", ["name"]), field<Values>("Kick-off", ["date", "time"])];
const refusal = Object.assign(new Error("changed"), { code: "SL016" });

/** Saves an edit of a row that somebody else changes to `theirs`, before the first attempt and each of the next ones. */
async function saved(
  mine: Partial<Values>,
  theirs: Partial<Values>[],
  choice: "mine" | "theirs" | null = null,
) {
  const versions = [opened, ...theirs.map((change) => ({ ...opened, ...change }))];
  let now = theirs.length > 0 ? 1 : 0;
  const save = vi.fn(async (values: Values, seen: Values | undefined) => {
    if (seen !== versions[now]) throw refusal;
    return values;
  });
  const load = vi.fn(async () => {
    const found = versions[now] ?? opened;
    now = Math.min(now + 1, versions.length - 1);
    return { values: found, seen: found };
  });
  const [ask, onTheirs] = [vi.fn(async () => choice), vi.fn()];
  const edit = { opened: { values: opened, seen: opened }, mine: { ...opened, ...mine } };
  const end = await saveEdit<Values, Values, Values>({ ...edit, fields, save, load, ask, onTheirs }).catch(
    (error: unknown) => error,
  );
  return { end, ask, onTheirs };
}

describe("an edit", () => {
  it("is saved as it is if nobody else saved", async () => {
    const { end, ask } = await saved({ name: "b" }, []);
    expect(end).toEqual({ ...opened, name: "b" });
    expect(ask).not.toHaveBeenCalled();
  });

  it("keeps the fields that only others changed, also if they save twice", async () => {
    const { end, ask } = await saved({ name: "b" }, [{ date: "2" }, { date: "3", time: "2" }]);
    expect(end).toEqual({ name: "b", date: "3", time: "2" });
    expect(ask).not.toHaveBeenCalled();
  });

  it("asks about fields that both changed, with both values", async () => {
    const { ask, end } = await saved({ name: "b", time: "2" }, [{ name: "c" }], "mine");
    expect(ask).toHaveBeenCalledWith([{ label: "Name", mine: "b", theirs: "c" }], null);
    expect(end).toEqual({ name: "b", date: "1", time: "2" });
  });

  it("asks about a date and a time that both belong to the kick-off", async () => {
    const { ask } = await saved({ date: "2" }, [{ time: "2" }], null);
    expect(ask).toHaveBeenCalledWith([{ label: "Kick-off", mine: "2, 1", theirs: "1, 2" }], null);
  });

  it("does not ask if both chose the same value", async () => {
    expect((await saved({ name: "b" }, [{ name: "b" }])).end).toEqual({ ...opened, name: "b" });
  });

  it("keeps theirs and saves the other fields", async () => {
    const { end, onTheirs } = await saved({ name: "b", time: "2" }, [{ name: "c" }], "theirs");
    expect(end).toEqual({ name: "c", date: "1", time: "2" });
    expect(onTheirs).not.toHaveBeenCalled();
  });

  it("saves nothing if theirs is kept and nothing else was changed", async () => {
    const { end, onTheirs } = await saved({ name: "b" }, [{ name: "c" }], "theirs");
    expect(end).toBeInstanceOf(EditNotSaved);
    expect(onTheirs).toHaveBeenCalledOnce();
  });

  it("asks again about what somebody saves while the question is open", async () => {
    const { ask, end } = await saved({ name: "b" }, [{ name: "c" }, { name: "d" }], "mine");
    expect(ask.mock.calls).toEqual([
      [[{ label: "Name", mine: "b", theirs: "c" }], null],
      [[{ label: "Name", mine: "b", theirs: "d" }], null],
    ]);
    expect(end).toEqual({ ...opened, name: "b" });
  });

  it("saves nothing if neither is chosen", async () => {
    const { end, onTheirs } = await saved({ name: "b" }, [{ name: "c" }], null);
    expect(end).toBeInstanceOf(EditNotSaved);
    expect(onTheirs).not.toHaveBeenCalled();
  });

  it("fails if it is refused again and again without a change", async () => {
    const save = () => Promise.reject(refusal);
    const load = async () => ({ values: opened, seen: opened });
    const ask = async () => null;
    const edit = { opened: { values: opened, seen: opened }, mine: opened, fields, save, load, ask };
    await expect(saveEdit({ ...edit, onTheirs: () => undefined })).rejects.toBe(refusal);
  });
});
