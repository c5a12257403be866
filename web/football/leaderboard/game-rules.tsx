import "./game-rules.css";

/** How a game of the club works, one rule a line. */
export function GameRules({ title, rules }: { title: string; rules: string }) {
  return (
    <section aria-labelledby="game-rules">
      <div className="section-head">
        <h2 id="game-rules">{title}</h2>
      </div>
      <ul className="game-rules">
        {rules.split("\n").map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}
