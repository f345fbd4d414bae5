import { useRef, useState } from 'preact/hooks'
import type { DecideRequest } from '../../../../../shared/work/contract.ts'
import type { Product } from '../../../../../shared/verification/contract/product.ts'
import { decidableOutcomes, statusOf } from '../../../../../shared/verification/contract/outcome.ts'
import { type ResponseOf, callApi } from '../../ui/api.ts'

type Decision = ResponseOf<'POST /v1/operations/assignments/{id}/decision'>

/** The reasons for which a product can be rejected, in the customer's words. */
export const reasonsFor = (product: Product): readonly string[] =>
  decidableOutcomes[product]
    .filter(outcome => outcome !== 'verified')
    .map(outcome => statusOf(outcome).subStatus)

/** What a reviewer has written of a case and not sent: it stays while the page is open, wherever they go meanwhile. */
export interface Draft {
  readonly reason?: string | undefined
  readonly comment: string
  readonly adminComment: string
}

export const noDraft: Draft = { comment: '', adminComment: '' }

/** What has become of a case, for whoever decided it. */
const wordsFor = ({ id, way, isStaged, status }: Decision, { reason }: DecideRequest): string => {
  if (isStaged) return `${id}: rejected as ${reason}. It waits for a second reviewer.`
  if (way === 'claimed') return `${id} is back with its agent.`
  return `${id} decided: ${status?.subStatus}.`
}

/** Who is told of a decision on its way: it goes on when its case is left. */
export interface DecisionCallbacks {
  readonly onSending: (isSending: boolean) => void
  readonly onDone: (words: string) => void
  readonly onFailed: (error: unknown) => void
}

interface Deciding {
  readonly isSending: boolean
  readonly error: unknown
  /** What was decided. */
  readonly done: string | undefined
  readonly send: (decision: DecideRequest) => void
  readonly sendAgain: () => void
}

/** Sends a decision, each once however often its button is pressed or its sending is tried. */
export const useDecision = (id: string, { onSending, onDone, onFailed }: DecisionCallbacks): Deciding => {
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const [done, setDone] = useState<string>()
  const isBusy = useRef(false)
  const latest = useRef<DecideRequest | undefined>(undefined)
  const keys = useRef(new Map<string, string>())

  const keyOf = (body: DecideRequest): string => {
    const text = JSON.stringify(body)
    const key = keys.current.get(text) ?? crypto.randomUUID()
    keys.current.set(text, key)
    return key
  }

  const send = async (body: DecideRequest): Promise<void> => {
    // The state that disables the button comes a frame later than a second key.
    if (isBusy.current || done !== undefined) return
    isBusy.current = true
    latest.current = body
    setIsSending(true)
    onSending(true)
    setError(undefined)
    try {
      const idempotencyKey = keyOf(body)
      const path = 'POST /v1/operations/assignments/{id}/decision'
      const words = wordsFor(
        await callApi(path, { params: { id }, body, idempotencyKey, keepalive: true }),
        body,
      )
      setDone(words)
      onDone(words)
    } catch (failure) {
      setError(failure)
      onFailed(failure)
    } finally {
      isBusy.current = false
      setIsSending(false)
      onSending(false)
    }
  }
  return {
    ...{ isSending, error, done },
    send: body => void send(body),
    sendAgain: () => void (latest.current && send(latest.current)),
  }
}
