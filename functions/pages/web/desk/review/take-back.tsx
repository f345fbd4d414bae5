import { useEffect, useState } from 'preact/hooks'
import { callApi, serverNowMs } from '../../ui/api.ts'
import { KeyButton } from './keys.tsx'

/** A decision that this reviewer can take back until it holds. */
export interface HeldDecision {
  readonly id: string
  readonly words: string
  /** ISO 8601. */
  readonly holdsAt: string
}

const leftMs = ({ holdsAt }: HeldDecision): number => Date.parse(holdsAt) - serverNowMs()
const isHeld = (decision: HeldDecision): boolean => leftMs(decision) > 0

export const secondsLeft = (decision: HeldDecision): number => Math.ceil(leftMs(decision) / 1000)

/** Ids and our own words: a reload of the page within the time offers the same. */
const storageKey = (reviewer: string): string => `held-decisions ${reviewer}`

const readStored = (reviewer: string): readonly HeldDecision[] => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(reviewer)) ?? '[]')
  } catch {
    return []
  }
}

const store = (reviewer: string, held: readonly HeldDecision[]): void => {
  try {
    sessionStorage.setItem(storageKey(reviewer), JSON.stringify(held))
  } catch {
    // Without storage only a reload forgets them: what was decided holds.
  }
}

/** The decisions that can still be taken back, the latest first. */
export const useHeldDecisions = (reviewer: string) => {
  const [held, setHeld] = useState(() => readStored(reviewer).filter(isHeld))
  const [, setTick] = useState(0)
  useEffect(() => {
    store(reviewer, held)
    if (held.length === 0) return undefined
    const timer = setInterval(() => {
      if (held.every(isHeld)) setTick(tick => tick + 1)
      else setHeld(held.filter(isHeld))
    }, 250)
    return () => clearInterval(timer)
  }, [held, reviewer])
  const hold = (decision: HeldDecision) => setHeld(held => [decision, ...held])
  const forget = (gone: HeldDecision) => setHeld(held => held.filter(each => each !== gone))
  return { latest: held[0], hold, forget }
}

/** @throws ApiProblem once it holds */
export const takeBack = ({ id }: HeldDecision) =>
  callApi('DELETE /v1/operations/assignments/{id}/decision', { params: { id }, keepalive: true })

interface TakeBackProps {
  readonly held: HeldDecision
  readonly isDisabled: boolean
  readonly onPress: () => void
}

/** The seconds are for the eye: the status line has said once how many there are. */
export const TakeBackButton = ({ held, isDisabled, onPress }: TakeBackProps) => (
  <span class="take-back">
    <KeyButton shortcut="z" isDisabled={isDisabled} onPress={onPress}>
      Take it back
    </KeyButton>
    <span class="quiet" aria-hidden="true">
      {Math.max(0, secondsLeft(held))} s
    </span>
  </span>
)
