import type { ComponentChildren } from 'preact'
import type { ResponseOf } from '../../ui/api.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { Table } from '../../ui/page.tsx'
import { type CaseFilter, openCasesUrl } from '../cases/link.ts'

/** The operator's numbers, as the API answers them. */
export type OverviewNumbers = ResponseOf<'GET /v1/operations/overview'>

/** A section whose heading can be focused. */
export const Section = (props: { id: string; title: string; children: ComponentChildren }) => (
  <section aria-labelledby={props.id} class={`part ${props.id}`}>
    <h2 id={props.id} tabIndex={-1}>
      {props.title}
    </h2>
    {props.children}
  </section>
)

interface CaseCountProps {
  readonly count: number
  readonly filter: CaseFilter
  /** What is counted, for whoever hears the link alone. */
  readonly title: string
}

/** A number of open cases that leads to them; none leads nowhere. */
export const CaseCount = ({ count, filter, title }: CaseCountProps) =>
  count === 0 ? (
    <>0</>
  ) : (
    <a class="count" href={openCasesUrl(filter)} aria-label={`${formatCount(count, 'case')}: ${title}`}>
      {formatNumber(count)}
    </a>
  )

interface WideTableProps {
  readonly caption: string
  readonly headings: readonly string[]
  /** The first value of a row is its heading. */
  readonly rows: readonly (readonly [name: string, ...values: readonly ComponentChildren[]])[]
  /** Where the heading of a row leads. */
  readonly urlOf?: (name: string) => string
}

/** A table that a narrow screen can scroll sideways. */
export const WideTable = ({ caption, headings, rows, urlOf }: WideTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
  <section class="wide" aria-label={caption} tabIndex={0}>
    <Table caption={caption} headings={headings}>
      {rows.map(([name, ...values], row) => (
        <tr key={row}>
          <th scope="row">{urlOf ? <a href={urlOf(name)}>{name}</a> : name}</th>
          {values.map((value, n) => (
            <td key={n}>{typeof value === 'number' ? formatNumber(value) : value}</td>
          ))}
        </tr>
      ))}
    </Table>
  </section>
)

/* The plots say nothing to a screen reader: beside each is a table with the same numbers. */

interface BarProps {
  readonly parts: readonly { readonly value: number; readonly look: string }[]
  /** Fills the width. */
  readonly whole: number
}

/** Parts of a whole side by side, in proportion, each coloured by the class `look`. */
export const Bar = ({ parts, whole }: BarProps) => {
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
  return (
    <svg class="plot columns" viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {values.map((value, n) => {
        const tall = value === 0 ? 0 : Math.max(2, (value / top) * height)
        return (
          <rect
            key={n}
            class={look}
            x={(n + 0.1) * width}
            y={height - tall}
            width={width * 0.8}
            height={tall}
          />
        )
      })}
    </svg>
  )
}
