import type { UserIdentity } from "@supabase/auth-js";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as words from "#words/profile";
import { accountMessage } from "../../../backend/accounts/account-errors.ts";
import { codeOf } from "../../../backend/connection/error-kinds.ts";
import { useAct } from "../../../backend/queries/use-act.ts";
import { paths } from "../../../paths.ts";
import { rewriteAddress } from "../../../routing/page-history.ts";
import {
  exchangeMessage,
  finishProviderSignIn,
  forgetProviderSignIn,
  linkingParameter,
  linkProvider,
  providerAnswer,
} from "../../../session/sign-in/provider-sign-in.ts";
import {
  authSettings,
  linkableProviders,
  type ProviderChoice,
} from "../../../session/sign-in/sign-in-methods.ts";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { QueryView } from "../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.ts";
import { unlinkIdentity } from "./identity-mutations.ts";
import { identitiesOf } from "./identity-queries.ts";

/** The providers with which the player can sign in. Shows nothing if the club has none or does not allow linking. */
export function LinkedSignIns({ userId }: { userId: string }) {
  const settings = useQuery(authSettings);
  const providers = linkableProviders(settings.data);
  return providers.length > 0 ? <ProviderList userId={userId} providers={providers} /> : null;
}

function ProviderList({ userId, providers }: { userId: string; providers: readonly ProviderChoice[] }) {
  const queries = useQueryClient();
  const identities = useQuery(identitiesOf(userId));
  const reload = () => queries.invalidateQueries({ queryKey: identitiesOf(userId).queryKey });
  const [problem, setProblem] = useProviderReturn(reload);
  const link = useAct({ act: linkProvider, onError: (error) => setProblem(linkMessage(error)) });
  return (
    <section aria-labelledby="linked-sign-ins">
      <div className="section-head">
        <h2 id="linked-sign-ins">{words.linkedSignIns}</h2>
      </div>
      <p className="muted passkeys-note">{words.linkedSignInsLead}</p>
      <FormError message={problem} />
      <QueryView
        query={identities}
        failed={words.failedToLoadSignIns}
        loading={{ count: 1, height: 56, label: words.loadingYourLinkedSignIns }}
      >
        {(data) => (
          <ul className="passkeys">
            {providers.map((provider) => (
              <ProviderRow
                key={provider.id}
                provider={provider}
                identity={data.find((one) => one.provider === provider.id)}
                isOnly={data.length === 1}
                linking={link.isPending}
                onLink={() => link.mutate(provider.id)}
                onChange={reload}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

interface RowProps {
  provider: ProviderChoice;
  identity: UserIdentity | undefined;
  /** True if the account has no other identity. The auth service keeps the last one. */
  isOnly: boolean;
  linking: boolean;
  onLink: () => void;
  onChange: () => Promise<void>;
}

function ProviderRow({ provider, identity, isOnly, linking, onLink, onChange }: RowProps) {
  const [unlinking, setUnlinking] = useState(false);
  const { name } = provider;
  const email: unknown = identity?.identity_data?.email;
  const unlink = useAct({
    act: unlinkIdentity,
    onSuccess: async () => {
      toast.success(words.unlinkedName({ name }));
      setUnlinking(false);
      await onChange();
    },
  });
  return (
    <li>
      <div>
        <b>{name}</b>
        <p>
          {!identity ? words.notLinked : typeof email === "string" ? words.linkedAs({ email }) : words.linked}
        </p>
      </div>
      {!identity && (
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.linkName({ name })}
          aria-disabled={linking}
          onClick={() => !linking && onLink()}
        >
          {words.link}
        </button>
      )}
      {identity && !isOnly && (
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.unlinkName({ name })}
          onClick={() => setUnlinking(true)}
        >
          {words.unlink}
        </button>
      )}
      <ConfirmDialog
        open={unlinking}
        title={words.unlinkQuestion({ name })}
        keep={words.keepIt}
        confirm={words.unlinkName({ name })}
        pending={unlink.isPending}
        error={unlink.isError ? linkMessage(unlink.error) : null}
        onKeep={() => {
          unlink.reset();
          setUnlinking(false);
        }}
        onConfirm={() => identity && unlink.mutate(identity)}
      >
        <p>{words.unlinkEffects({ name })}</p>
      </ConfirmDialog>
    </li>
  );
}

/** Finishes a linking that the provider's redirect brought back, once. Returns the problem to show, and its setter. */
function useProviderReturn(onLinked: () => Promise<void>) {
  const [answer] = useState(() => {
    const values = new URLSearchParams(window.location.search);
    return values.has(linkingParameter) ? providerAnswer(values) : { code: null, error: null };
  });
  const [problem, setProblem] = useState(answer.error);
  const started = useRef(false);
  useEffect(() => {
    if (started.current || (!answer.code && !answer.error)) return;
    started.current = true;
    rewriteAddress(paths.profile);
    if (!answer.code) return forgetProviderSignIn();
    finishProviderSignIn(answer.code).then(
      () => {
        toast.success(words.signInLinked);
        void onLinked();
      },
      (error: unknown) => setProblem(exchangeMessage(error)),
    );
  });
  return [problem, setProblem] as const;
}

function linkMessage(error: unknown): string {
  if (codeOf(error) === "manual_linking_disabled") return words.clubDoesNotAllowLinking;
  if (codeOf(error) === "single_identity_not_deletable") return words.onlyWayToSignIn;
  return accountMessage(error);
}
