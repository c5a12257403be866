/** A public and a private channel of the same name are two separate topics. */
export interface Topic {
  /** Without the prefix `realtime:`. */
  name: string;
  private: boolean;
}

/** Identifies a topic, for use in maps. */
export function topicKey(topic: Topic): string {
  return `${topic.private ? "private" : "public"}:${topic.name}`;
}
