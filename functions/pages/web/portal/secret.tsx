import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { callApi } from '../ui/api.ts'
import { ActionButton } from './action.tsx'

/** A signing secret, shown once: it is kept on this page alone, and gone when one leaves it. */
export const ShownSecret = ({ secret }: { readonly secret: string }): VNode => (
  <section class="secret" aria-label="New signing secret">
    <p>
      <strong>Copy it now: it is not shown again.</strong>
    </p>
    <p>
      <code>{secret}</code>
    </p>
    <ActionButton
      isPlain
      label="Copy"
      run={async () => {
        await navigator.clipboard.writeText(secret)
        return 'Copied.'
      }}
    />
  </section>
)

const overlaps = { '86400': 'for a day', '3600': 'for an hour', '0': 'not at all: it has leaked' } as const

/** Replaces an endpoint's signing secret, after asking for how long the old one signs beside it. */
export const Secret = ({ id }: { readonly id: string }): VNode => {
  const [secret, setSecret] = useState<string>()
  const [overlap, setOverlap] = useState('86400')
  const rotate = async () => {
    const body = { overlapSeconds: Number(overlap) }
    const found = await callApi('POST /v1/webhooks/{id}/secret', { params: { id }, body })
    setSecret(found.secret)
    return 'The new secret signs from now on.'
  }
  return (
    <>
      <div class="sending">
        <label>
          The old secret still signs
          <select value={overlap} onChange={event => setOverlap(event.currentTarget.value)}>
            {Object.entries(overlaps).map(([seconds, words]) => (
              <option key={seconds} value={seconds}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <ActionButton isPlain label="Replace the signing secret" run={rotate} />
      </div>
      {secret !== undefined && <ShownSecret secret={secret} />}
    </>
  )
}
