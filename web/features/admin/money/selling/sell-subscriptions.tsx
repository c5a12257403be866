import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-money";
import type { SoldSubscriptionRow } from "../../../../backend/types/admin-rows.ts";
import { SaleForm } from "./sale-form.tsx";
import { planSales } from "./selling-queries.ts";
import { SoldCodes } from "./sold-codes.tsx";
import "./selling.css";

/** Sells subscriptions to members and to names from paper, and then sends each the code with the receipt. Used by Codes and Tonight. */
export function SellSubscriptions() {
  const sales = useQuery(planSales);
  const [sold, setSold] = useState<readonly SoldSubscriptionRow[]>([]);
  const [isAnother, setIsAnother] = useState(false);
  const running = sales.data?.reduce((sum, plan) => sum + plan.running, 0);
  return (
    <section className="selling" aria-labelledby="sell">
      <div className="section-head">
        <h2 id="sell">{words.sellASubscription}</h2>
        {running !== undefined && <p>{words.paidSubscriptionsRun({ count: running })}</p>}
      </div>
      {sold.length > 0 ? (
        <SoldCodes
          sold={sold}
          onAnother={() => {
            setSold([]);
            setIsAnother(true);
          }}
        />
      ) : (
        <SaleForm sales={sales.data} hasFocus={isAnother} onSold={setSold} />
      )}
    </section>
  );
}
