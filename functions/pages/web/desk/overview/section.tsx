import type { ComponentChildren } from 'preact'
import type { ResponseOf } from '../../ui/api.ts'
import { Table } from '../../ui/page.tsx'

/** The operator's numbers, as the API answers them. */
export type OverviewNumbers = ResponseOf<'GET /v1/operations/overview'>

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly children: ComponentChildren
}

/** A section whose heading can be focused. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id} class={`part ${id}`}>
    <h2 id={id} tabIndex={-1}>
      {title}
    </h2>
    {children}
  </section>
)

/** A table that a narrow screen can scroll sideways. */
export const WideTable = (props: Parameters<typeof Table>[0]) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
  <section class="wide" aria-label={props.caption} tabIndex={0}>
    <Table {...props} />
  </section>
)

/* The plots say nothing to a screen reader: beside each is a table with the same numbers. */

interface BarPart {
  readonly value: number
  /** Class of the style sheet that colours it. */
  readonly look: string
}

/** Parts of a whole side by side, in proportion. @param whole fills the width */
export const Bar = ({ parts, whole }: { parts: readonly BarPart[]; whole: number }) => {
  const scale = 100 / Math.max(1, whole)
  const starts = parts.map((_, n) => parts.slice(0, n).reduce((sum, { value }) => sum + value, 0))
  return (
    <svg class="plot bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="rest" width="100" height="10" />
      {parts.map(({ value, look }, n) => (
        <rect key={look} class={look} x={starts[n]! * scale} width={value * scale} height="10" />
      ))}
    </svg>
  )
}

const height = 40

/** A column for each value, in proportion; none for 0. */
export const Columns = ({ values, look }: { values: readonly number[]; look: string }) => {
  const top = Math.max(1, ...values)
  const width = 100 / values.length
  const columns = values.map((value, n) => {
    const tall = value === 0 ? 0 : Math.max(2, (value / top) * height)
    return { x: (n + 0.1) * width, y: height - tall, width: width * 0.8, height: tall }
  })
  return (
    <svg class="plot columns" viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {columns.map(column => (
        <rect key={column.x} class={look} {...column} />
      ))}
    </svg>
  )
}
