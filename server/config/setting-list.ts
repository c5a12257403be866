/** Reads the schema of config.toml as a list of settings, for docs/config.md and for unknown names. */
export interface Setting {
  /** `auth.external.<name>.client_id`; a section that is ignored or refused as a whole ends with `.*`. */
  name: string;
  kind: "obeyed" | "ignored" | "refused";
  /** The reason, or the default of an obeyed setting. */
  note: string;
}

/** What this file reads of a Zod schema. To compare the type of a whole one with Zod's takes the type checker seconds. */
interface Schema {
  _zod: { def: object };
  meta(): Record<string, unknown> | undefined;
}

/** The part of Zod's schema definitions that this file reads. */
interface Definition {
  type: string;
  innerType?: Schema;
  in?: Schema;
  shape?: Record<string, Schema>;
  catchall?: Schema;
  valueType?: Schema;
  defaultValue?: unknown;
  error?: (issue: object) => unknown;
}

function definitionOf(schema: Schema): Definition {
  return schema._zod.def as Definition;
}

/** The schema without the wrappers of defaults, optional values and conversions, and the default if it has one. */
function unwrapped(schema: Schema): {
  schema: Schema;
  meta: Record<string, unknown>;
  standard: unknown;
} {
  let [inner, standard]: [Schema, unknown] = [schema, undefined];
  const meta: Record<string, unknown> = {};
  for (;;) {
    Object.assign(meta, inner.meta());
    const { type, innerType, in: input, defaultValue } = definitionOf(inner);
    if (type === "default") standard ??= defaultValue;
    const next = innerType ?? input;
    if (next === undefined) return { schema: inner, meta, standard };
    inner = next;
  }
}

/** Every setting of a schema. A record's names are written `<name>`. */
export function settingsOf(given: Schema, path: readonly string[] = []): Setting[] {
  const { schema, meta, standard } = unwrapped(given);
  const definition = definitionOf(schema);
  const name = path.join(".");
  const wide = meta.section === true ? `${name}.*` : name;
  if (typeof meta.ignored === "string") return [{ name: wide, kind: "ignored", note: meta.ignored }];
  if (typeof meta.refused === "string") return [{ name: wide, kind: "refused", note: meta.refused }];
  if (definition.shape)
    return Object.entries(definition.shape).flatMap(([key, value]) => settingsOf(value, [...path, key]));
  if (definition.type === "record" && definition.valueType)
    return settingsOf(definition.valueType, [...path, "<name>"]);
  if (definition.type === "literal")
    return [{ name, kind: "refused", note: String(definition.error?.({}) ?? "") }];
  return [
    { name, kind: "obeyed", note: standard === undefined ? "" : `default \`${JSON.stringify(standard)}\`` },
  ];
}

/** True if a setting of the list stands for a key of config.toml. */
export function coversKey(setting: string, key: string): boolean {
  const source = setting
    .split(".")
    .map((part) => (part === "<name>" ? "[^.]+" : part === "*" ? ".+" : part))
    .join("\\.");
  return new RegExp(`^${source}$`).test(key);
}

/** The paths of settings that the schema does not have and would drop silently. Disabled sections are skipped. */
export function unknownSettings(given: unknown, wrapped: Schema, path: readonly string[] = []): string[][] {
  const { schema } = unwrapped(wrapped);
  const { shape, catchall, valueType, type } = definitionOf(schema);
  if (!isTable(given)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const inside = [...path, name];
    const known = shape?.[name] ?? (type === "record" ? valueType : undefined);
    if (known) return unknownSettings(value, known, inside);
    // Zod itself reports the names that a strict object lacks; a loose one takes any name.
    const isOpen = shape === undefined || catchall !== undefined;
    return isOpen || isDisabled(value) ? [] : [inside];
  });
}

function isDisabled(value: unknown): boolean {
  if (!isTable(value)) return false;
  if (value.enabled === false) return true;
  const values = Object.values(value);
  return values.length > 0 && values.every(isDisabled);
}

/** True for a section or any other object. */
function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
