import { Bold, Italic, Underline } from "lucide-react";
import * as words from "#words/admin-content";
import { fontFamilies, type TextFormatting } from "../../../../ui/text/text-formatting.ts";
import { fontNames, nameOfSize } from "./formatting-names.ts";

interface Props {
  legend: string;
  sizes: readonly TextFormatting["fontSize"][];
  value: TextFormatting;
  onChange: (value: TextFormatting) => void;
}

const marks = [
  ["isBold", words.bold, Bold],
  ["isItalic", words.italic, Italic],
  ["isUnderline", words.underline, Underline],
] as const;

/** The font, size and style of a text. */
export function FormattingFields({ legend, sizes, value, onChange }: Props) {
  return (
    <fieldset className="formatting-fields">
      <legend className="visually-hidden">{legend}</legend>
      <select
        aria-label={words.fontOf({ legend })}
        value={value.fontFamily}
        onChange={(event) => {
          const fontFamily = fontFamilies.find((family) => family === event.target.value);
          if (fontFamily) onChange({ ...value, fontFamily });
        }}
      >
        {fontFamilies.map((family) => (
          <option key={family} value={family}>
            {fontNames[family]}
          </option>
        ))}
      </select>
      <select
        aria-label={words.sizeOf({ legend })}
        value={value.fontSize}
        onChange={(event) => {
          const fontSize = sizes.find((size) => size === event.target.value);
          if (fontSize) onChange({ ...value, fontSize });
        }}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {nameOfSize(size)}
          </option>
        ))}
      </select>
      <div className="formatting-marks">
        {marks.map(([field, name, Icon]) => (
          <button
            key={field}
            type="button"
            className="ghost on-light"
            aria-label={`${legend}: ${name.toLowerCase()}`}
            aria-pressed={value[field]}
            onClick={() => onChange({ ...value, [field]: !value[field] })}
          >
            <Icon size={18} aria-hidden="true" />
          </button>
        ))}
      </div>
    </fieldset>
  );
}
