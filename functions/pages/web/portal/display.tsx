import type { ComponentChildren, VNode } from 'preact'

/** To the second: attempts follow one another fast, and logs are compared by it. */
const words = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** A moment, with its exact time for those who compare logs. @param at ISO 8601 */
export const DateTime = ({ at }: { readonly at: string }): VNode => (
  <time dateTime={at} title={at}>
    {words.format(new Date(at))}
  </time>
)

/** What somebody else wrote, to the letter: text, whatever it looks like. */
export const Verbatim = ({ label, text }: { readonly label: string; readonly text: string }): VNode => (
  // A long line is scrolled, by keyboard too.
  <figure class="verbatim" aria-label={label}>
    <figcaption class="quiet">{label}</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
    <pre tabIndex={0}>{text}</pre>
  </figure>
)

/** JSON as people read it; what is none stays as it is. */
export const readable = (json: string): string => {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

type Tone = 'good' | 'late' | 'wrong' | 'calm'

export const Tag = ({
  tone,
  children,
}: {
  readonly tone: Tone
  readonly children: ComponentChildren
}): VNode => <span class={`tag ${tone}`}>{children}</span>

/** Names and what they stand for. */
export const Facts = ({ of }: { readonly of: readonly (readonly [string, ComponentChildren])[] }): VNode => (
  <dl class="facts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
