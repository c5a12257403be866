import type { Key, ReactNode } from "react";

export interface Column<Row, Sort extends string = never> {
  title: string;
  /** Only screen readers read the title. */
  hidesTitle?: boolean;
  cell: (row: Row) => ReactNode;
  /** The cell is the name of its row. */
  isHead?: boolean;
  /** Hidden on a phone. */
  wide?: boolean;
  end?: boolean;
  className?: string;
  /** The order of the rows that the title, as a button, asks for. */
  sort?: Sort;
}

interface Props<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  className?: string;
  /** Only screen readers read it. */
  caption?: string;
  /** The order that the rows have, and how to ask for another. */
  order?: { sort: Sort; direction: "ascending" | "descending"; onSort: (sort: Sort) => void };
}

/** A table. Paging and frames are around it; a second line of a row, for phones, is in a cell. */
export function DataTable<Row, Sort extends string = never>(props: Props<Row, Sort>) {
  const { columns, rows, keyOf, caption, order, className = "" } = props;
  return (
    <table className={`table ${className}`}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ title, hidesTitle, sort, wide, end }, at) => (
            <th
              key={at}
              scope="col"
              className={`${wide ? "wide-cell" : ""} ${end ? "align-end" : ""}`}
              aria-sort={order && sort === order.sort ? order.direction : undefined}
            >
              {order && sort ? (
                <button type="button" onClick={() => order.onSort(sort)}>
                  {title}
                </button>
              ) : hidesTitle ? (
                <span className="visually-hidden">{title}</span>
              ) : (
                title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ cell, isHead, wide, end, className = "" }, at) => {
              const Cell = isHead ? "th" : "td";
              return (
                <Cell
                  key={at}
                  scope={isHead ? "row" : undefined}
                  className={`${wide ? "wide-cell" : ""} ${end ? "align-end" : ""} ${className}`}
                >
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
