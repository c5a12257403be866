/**
 * The fields of a form that stays open after `sent` was saved: those of `empty`, except for what the reader has changed
 * while it was being saved.
 */
export function fieldsAfter<Fields extends object>(sent: Fields, empty: Fields): (typed: Fields) => Fields {
  return (typed) => {
    const next = { ...typed };
    for (const name of Object.keys(empty) as (keyof Fields)[])
      if (Object.is(typed[name], sent[name])) next[name] = empty[name];
    return next;
  };
}
