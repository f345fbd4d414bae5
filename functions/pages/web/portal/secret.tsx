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
      action={() => navigator.clipboard.writeText(secret).then(() => 'Copied.')}
    />
  </section>
)
