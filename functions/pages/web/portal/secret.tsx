import { useState } from 'preact/hooks'
import { callApi } from '../ui/api.ts'
import { Choose } from '../ui/page.tsx'
import { ActionButton } from './display.tsx'

/** A signing secret, shown once: only this page holds it, until somebody leaves the page. */
export const ShownSecret = ({ secret }: { secret: string }) => (
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
      act={() => navigator.clipboard.writeText(secret).then(() => 'Copied.')}
    />
  </section>
)

const overlaps = [
  ['86400', 'for a day'],
  ['3600', 'for an hour'],
  ['0', 'not at all: it has leaked'],
] as const

/** Replaces an endpoint's signing secret, after asking for how long the old one stays active. */
export const ReplaceSecret = ({ id }: { id: string }) => {
  const [secret, setSecret] = useState<string>()
  const [overlap, setOverlap] = useState<(typeof overlaps)[number][0]>('86400')
  const rotate = async () => {
    const body = { overlapSeconds: Number(overlap) }
    setSecret((await callApi('POST /v1/webhooks/{id}/secret', { params: { id }, body })).secret)
    return 'The new secret signs from now on.'
  }
  return (
    <>
      <div class="sending">
        <Choose label="The old secret still signs" value={overlap} options={overlaps} onChoose={setOverlap} />
        <ActionButton isPlain label="Replace the signing secret" act={rotate} />
      </div>
      {secret !== undefined && <ShownSecret secret={secret} />}
    </>
  )
}
