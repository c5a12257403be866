import type { NewsRow } from "../../../backend/types/rows.ts";
import {
  formattingOf,
  type ImagePosition,
  positionOf,
  type TextFormatting,
} from "../../../ui/text/text-formatting.ts";

export const maxWords = 100;
const maxBytes = 5 * 1024 * 1024;

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

const plain: TextFormatting = {
  fontFamily: "sans",
  fontSize: "base",
  isBold: false,
  isUnderline: false,
  isItalic: false,
};

export function fieldsOf(news: NewsRow | null): NewsFields {
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

/** The number of words separated by whitespace, which is how the database counts them. */
export function wordsIn(content: string): number {
  return content.trim() === "" ? 0 : content.trim().split(/\s+/).length;
}

/** Why the news cannot be saved, or null. */
export function problemWith({ title, content }: NewsFields): string | null {
  if (title.trim() === "" || content.trim() === "") return "Please fill in both title and content";
  return wordsIn(content) > maxWords ? "Content must be 100 words or less" : null;
}

/** Why a file cannot be the picture, or null. */
export function problemWithPicture({ type, size }: Pick<File, "type" | "size">): string | null {
  if (!type.startsWith("image/")) return "Please select an image file";
  if (!/^image\/(?:jpeg|png|webp)$/.test(type)) return "Please select a JPG, PNG or WebP image";
  return size >= maxBytes ? "Image must be less than 5MB" : null;
}
