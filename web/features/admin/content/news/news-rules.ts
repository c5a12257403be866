import * as words from "#words/admin-content";
import { type EditField, field } from "../../../../backend/edits/save-edit.ts";
import type { NewsRow } from "../../../../backend/types/rows.ts";
import {
  formattingOf,
  type ImagePosition,
  positionOf,
  type TextFormatting,
} from "../../../../ui/text/text-formatting.ts";
import { fontNames, nameOfSize } from "./formatting-names.ts";

export const maxWords = 100;
const maxBytes = 5 * 1024 * 1024;
/** Larger pictures are uploaded in chunks. */
const maxSingleRequestBytes = 2 * 1024 * 1024;

/** What is stored of the fields, without a newly chosen picture. */
export type NewsText = Pick<
  NewsRow,
  | "title"
  | "content"
  | "is_active"
  | "image_url"
  | "image_position"
  | "title_formatting"
  | "content_formatting"
>;

/** News that is edited, with the values that the organiser saw. */
export interface EditedNews {
  id: string;
  seen: NewsText;
}

export interface NewsFields {
  title: string;
  content: string;
  isActive: boolean;
  /** The URL of the stored picture. */
  imageUrl: string | null;
  picture: File | null;
  position: ImagePosition;
  titleFormatting: TextFormatting;
  contentFormatting: TextFormatting;
}

/** The fields as the question about two edits shows them. */
export const newsEditFields: readonly EditField<NewsFields>[] = [
  field(words.title, ["title"]),
  field(words.content, ["content"]),
  field(words.active, ["isActive"]),
  {
    ...field<NewsFields>(words.picture, ["imageUrl", "picture"]),
    of: ({ imageUrl, picture }) => [imageUrl, picture?.name, picture?.size],
    text: ({ imageUrl, picture }) =>
      picture?.name ?? (imageUrl ? imageUrl.slice(imageUrl.lastIndexOf("/") + 1) : words.none),
  },
  field(words.picturePosition, ["position"], ({ position: { x, y, scale } }) =>
    words.positionAndScale({ x, y, scale }),
  ),
  field(words.titleFormatting, ["titleFormatting"], ({ titleFormatting }) =>
    formattingWords(titleFormatting),
  ),
  field(words.contentFormatting, ["contentFormatting"], ({ contentFormatting }) =>
    formattingWords(contentFormatting),
  ),
];

function formattingWords({ fontFamily, fontSize, isBold, isUnderline, isItalic }: TextFormatting): string {
  const styles = [
    isBold && words.styleBold,
    isUnderline && words.styleUnderlined,
    isItalic && words.styleItalic,
  ].filter(Boolean);
  return [fontNames[fontFamily], nameOfSize(fontSize), ...styles].join(", ");
}

const plain: TextFormatting = {
  fontFamily: "sans",
  fontSize: "base",
  isBold: false,
  isUnderline: false,
  isItalic: false,
};

export function fieldsOf(news: NewsText | null): NewsFields {
  return {
    title: news?.title ?? "",
    content: news?.content ?? "",
    isActive: news?.is_active ?? true,
    imageUrl: news?.image_url ?? null,
    picture: null,
    position: positionOf(news?.image_position),
    titleFormatting: formattingOf(news?.title_formatting, {
      ...plain,
      fontFamily: "heading",
      fontSize: "xl",
    }),
    contentFormatting: formattingOf(news?.content_formatting, plain),
  };
}

export function textOf(fields: NewsFields): NewsText {
  return {
    title: fields.title.trim(),
    content: fields.content.trim(),
    is_active: fields.isActive,
    image_url: fields.imageUrl,
    image_position: { ...fields.position },
    title_formatting: { ...fields.titleFormatting },
    content_formatting: { ...fields.contentFormatting },
  };
}

/** The length of a text in words. Whitespace separates them, which is how the database counts them. */
export function wordsIn(content: string): number {
  return content.trim() === "" ? 0 : content.trim().split(/\s+/).length;
}

/** Why the news cannot be saved, or null. */
export function problemWith({ title, content }: NewsFields): string | null {
  if (title.trim() === "" || content.trim() === "") return words.fillInTitleAndContent;
  return wordsIn(content) > maxWords ? words.contentMustBeShorter : null;
}

/** Why a file cannot be the picture, or null. */
export function problemWithPicture({ type, size }: Pick<File, "type" | "size">): string | null {
  if (!type.startsWith("image/")) return words.selectAnImageFile;
  if (!/^image\/(?:jpeg|png|webp)$/.test(type)) return words.selectAJpgPngOrWebp;
  return size >= maxBytes ? words.imageIsTooLarge : null;
}

/** How a JPG, a PNG and a WebP file begin, in Latin-1. Storage refuses other contents. */
const pictureHeads = /^(?:\xff\xd8\xff|\x89PNG\r\n|RIFF[\s\S]{4}WEBP)/;

/** Why the contents of a file are no picture, whatever its name says, or null. */
export async function problemWithContents(file: Blob): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  return pictureHeads.test(String.fromCharCode(...head)) ? null : words.fileIsNoPicture;
}

/** Whether a picture is uploaded in chunks, with progress. */
export function isLargePicture({ size }: Pick<File, "size">): boolean {
  return size > maxSingleRequestBytes;
}
