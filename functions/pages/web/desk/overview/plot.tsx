import type { VNode } from 'preact'

/* Small plots of our own. Each stands beside a table with the same numbers, so that it says nothing to a screen reader. */

interface Part {
  readonly value: number
  /** A class of the style sheet that colours it. */
  readonly look: string
}

/** Parts of a whole side by side, as wide as they are many. @param whole what fills the width */
export const Bar = ({ parts, whole }: { readonly parts: readonly Part[]; readonly whole: number }): VNode => {
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

/** A column each, as high as it is many; of nothing there is none. */
export const Columns = ({
  values,
  look,
}: {
  readonly values: readonly number[]
  readonly look: string
}): VNode => {
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
