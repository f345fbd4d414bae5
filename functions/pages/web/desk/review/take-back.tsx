import { useEffect, useMemo, useState } from 'preact/hooks'
import { callApi, serverNowMs } from '../../ui/api.ts'
import type { Draft } from './decision-forms.tsx'
import { KeyButton } from './keys.tsx'
import { useStoredState } from './stored-state.ts'

/** A decision that this reviewer can take back until it holds. */
export interface HeldDecision {
  readonly id: string
  readonly words: string
  /** ISO 8601. */
  readonly holdsAt: string
  /** What its reviewer wrote, to go on from. */
  readonly draft: Draft
}

const leftMs = ({ holdsAt }: HeldDecision): number => Date.parse(holdsAt) - serverNowMs()
const isHeld = (decision: HeldDecision): boolean => leftMs(decision) > 0

export const secondsLeft = (decision: HeldDecision): number => Math.ceil(leftMs(decision) / 1000)

/** The decisions that can still be taken back, the latest first. */
export const useHeldDecisions = (reviewer: string) => {
  const [stored, setHeld] = useStoredState<readonly HeldDecision[]>(
    'sessionStorage',
    `held-decisions ${reviewer}`,
    [],
  )
  const held = useMemo(() => stored.filter(isHeld), [stored])
  const [, setTick] = useState(0)
  useEffect(() => {
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
