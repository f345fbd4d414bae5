/** Newest first; the first is under way while it has no end. */
export interface Suspension {
  readonly from: string
  readonly until?: string
}

/** Of one client or organisation. */
const keptSuspensions = 50

export interface Suspendable {
  readonly suspensions?: readonly Suspension[]
}

export const suspendedSince = ({ suspensions: [last] = [] }: Suspendable): string | undefined =>
  last?.until === undefined ? last?.from : undefined

/** The account as it is suspended from a time on; undefined if it is already. */
export const suspended = (account: Suspendable, from: string): readonly Suspension[] | undefined =>
  suspendedSince(account) === undefined
    ? [{ from }, ...(account.suspensions ?? [])].slice(0, keptSuspensions)
    : undefined

/** The account as it is resumed; undefined if it is not suspended. */
export const resumed = (account: Suspendable, until: string): readonly Suspension[] | undefined => {
  const from = suspendedSince(account)
  return from === undefined ? undefined : [{ from, until }, ...account.suspensions!.slice(1)]
}

/** The credential is right, and its client or organisation is suspended. */
export class SuspendedError extends Error {
  override readonly name = 'SuspendedError'
}

/** @throws SuspendedError */
export const assertNotSuspended = (
  client: Suspendable & { readonly organisationSuspendedAt?: string },
): void => {
  if (client.organisationSuspendedAt !== undefined || suspendedSince(client) !== undefined)
    throw new SuspendedError('This client is suspended')
}
