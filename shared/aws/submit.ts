/**
 * `held`: the account may not send that yet, whoever it is for. `unknown` without a response: SES and SMS do not recognise
 * a repeated request, so a retry could send twice.
 */
export type SubmitResult = 'accepted' | 'rejected' | 'held' | 'throttled' | 'unknown'

/** Neither service takes a token. */
export const onlyOnce = { maxAttempts: 1 }

/** Read from an error's name, its reason and its message, which quotes recipients and is not kept. What is held comes first. */
export interface Refusals {
  readonly held: RegExp
  /** A retry would get it again. */
  readonly rejected: RegExp
}

/** An error of an SDK client; without a status no response was received. */
interface ServiceError {
  readonly name: string
  readonly message: string
  readonly Reason?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

export const submit = async (
  sending: Promise<unknown>,
  { held, rejected }: Refusals,
): Promise<SubmitResult> => {
  try {
    await sending
    return 'accepted'
  } catch (error) {
    const { name, message, Reason = '', $metadata } = error as ServiceError
    const status = $metadata?.httpStatusCode
    if (status === undefined) return 'unknown'
    if (status === 200) return 'accepted'
    const said = `${name} ${Reason} ${message}`
    if (held.test(said)) return 'held'
    return rejected.test(said) ? 'rejected' : 'throttled'
  }
}
