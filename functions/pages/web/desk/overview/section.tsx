import type { ComponentChildren, VNode } from 'preact'

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly children: ComponentChildren
}

/** A part of the page; its heading can be gone to. */
export const Section = ({ id, title, children }: SectionProps): VNode => (
  <section aria-labelledby={id} class={`part ${id}`}>
    <h2 id={id} tabIndex={-1}>
      {title}
    </h2>
    {children}
  </section>
)

interface TableProps {
  readonly caption: string
  readonly heads: readonly string[]
  readonly children: ComponentChildren
}

/** A table that a narrow screen can move sideways, by keyboard, too. */
export const WideTable = ({ caption, heads, children }: TableProps): VNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
  <section class="wide" aria-label={caption} tabIndex={0}>
    <table>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)
