/** Public and private channels of one name are two topics: what is said in one is not heard in the other. */
export interface Topic {
  /** Without the wire's `realtime:`. */
  name: string;
  private: boolean;
}

/** One string a topic, for maps. */
export function topicKey(topic: Topic): string {
  return `${topic.private ? "private" : "public"}:${topic.name}`;
}
