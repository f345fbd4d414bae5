import { useRef, useState } from 'preact/hooks'
import { decidableOutcomes, statusOf } from '../../../../../shared/verification/contract/outcome.ts'
import type { Product } from '../../../../../shared/verification/contract/product.ts'
import type { DecideRequest } from '../../../../../shared/work/contract.ts'
import { callApi, type ResponseOf } from '../../ui/api.ts'

type Decision = ResponseOf<'POST /v1/operations/assignments/{id}/decision'>

/** The reasons for which a product can be rejected, in the customer's words. */
export const reasonsFor = (product: Product): readonly string[] =>
  decidableOutcomes[product]
    .filter(outcome => outcome !== 'verified')
    .map(outcome => statusOf(outcome).subStatus)

/** What a reviewer has written of a case and not sent. It stays while the page is open. */
export interface Draft {
  readonly reason?: string | undefined
  readonly comment: string
  readonly adminComment: string
}

export const noDraft: Draft = { comment: '', adminComment: '' }

const describeDecision = ({ id, way, isStaged, status }: Decision, { reason }: DecideRequest): string => {
  if (isStaged) return `${id}: rejected as ${reason}. It waits for a second reviewer.`
  if (way === 'claimed') return `${id} is back with its agent.`
  return `${id} decided: ${status?.subStatus}.`
}

/** Callbacks of a decision, which goes on when its case is left. */
export interface DecisionCallbacks {
  readonly onSending: (isSending: boolean) => void
  readonly onDone: (words: string) => void
  readonly onFailed: (error: unknown) => void
}

/** Sends each decision once, however often its button is pressed or its sending is tried. */
export const useDecision = (id: string, { onSending, onDone, onFailed }: DecisionCallbacks) => {
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const [done, setDone] = useState<string>()
  const isBusy = useRef(false)
  const latest = useRef<DecideRequest | undefined>(undefined)
  const keys = useRef(new Map<string, string>())

  const idempotencyKeyFor = (body: DecideRequest): string => {
    const text = JSON.stringify(body)
    const key = keys.current.get(text) ?? crypto.randomUUID()
    keys.current.set(text, key)
    return key
  }
  const setSending = (is: boolean) => {
    isBusy.current = is
    setIsSending(is)
    onSending(is)
  }
  const send = async (body: DecideRequest): Promise<void> => {
    // The state that disables the button comes a frame later than a second key.
    if (isBusy.current || done !== undefined) return
    latest.current = body
    setSending(true)
    setError(undefined)
    try {
      const idempotencyKey = idempotencyKeyFor(body)
      const decision = await callApi('POST /v1/operations/assignments/{id}/decision', {
        ...{ params: { id }, body, idempotencyKey, keepalive: true },
      })
      const words = describeDecision(decision, body)
      setDone(words)
      onDone(words)
    } catch (failure) {
      setError(failure)
      onFailed(failure)
    } finally {
      setSending(false)
    }
  }
  const sendAgain = () => latest.current && send(latest.current)
  return { isSending, error, done, send, sendAgain }
}
