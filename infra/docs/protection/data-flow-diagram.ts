import { type DataFlow, type DataHolderName, dataFlows, dataHolders } from './protection.ts'

/* Boxes on both sides of the functions, and a numbered arrow for each flow. `currentColor` follows the reader's theme. */

const width = 692
const height = 500
const box = { width: 190, height: 60 }
const leftEdge = { left: 2, middle: 251, right: 500 } as const

const isAt =
  (side: 'left' | 'middle' | 'right') =>
  (name: DataHolderName): boolean =>
    dataHolders[name].side === side
const names = Object.keys(dataHolders) as DataHolderName[]

/** Boxes of a side share the whole height. */
const middleOf = (name: DataHolderName): number => {
  const beside = names.filter(isAt(dataHolders[name].side))
  if (beside.length === 1) return height / 2
  const reach = height - box.height - 4
  return 2 + box.height / 2 + (reach * beside.indexOf(name)) / (beside.length - 1)
}

const boxOf = (name: DataHolderName): string => {
  const { title, more, side, isOurs } = dataHolders[name]
  const tall = side === 'middle' ? height - 4 : box.height
  const x = leftEdge[side]
  const y = middleOf(name)
  const words = `x="${x + box.width / 2}" text-anchor="middle"`
  return [
    `<rect x="${x}" y="${y - tall / 2}" width="${box.width}" height="${tall}" rx="8" fill="none" stroke="currentColor" stroke-width="${isOurs ? 2.5 : 1}"/>`,
    `<text ${words} y="${y - 4}" font-weight="600">${title}</text>`,
    `<text ${words} y="${y + 16}" font-size="12">${more}</text>`,
  ].join('')
}

/** Flows in both directions are drawn side by side. */
const asideOf = ({ from, to }: DataFlow): number => {
  const hasReturn = dataFlows.some(other => other.from === to && other.to === from)
  if (!hasReturn) return 0
  return isAt('middle')(from) ? 14 : -14
}

const arrowOf = (flow: DataFlow, number: number): string => {
  const [outer] = [flow.from, flow.to].filter(name => !isAt('middle')(name))
  const y = middleOf(outer!) + asideOf(flow)
  const [near, far] =
    dataHolders[outer!].side === 'left'
      ? [leftEdge.left + box.width, leftEdge.middle]
      : [leftEdge.right, leftEdge.middle + box.width]
  const [start, end] = flow.from === outer ? [near, far] : [far, near]
  const centre = (start + end) / 2
  return [
    `<line x1="${start}" y1="${y}" x2="${end}" y2="${y}" stroke="currentColor" marker-end="url(#flow-head)"/>`,
    `<circle cx="${centre}" cy="${y}" r="10" fill="Canvas" stroke="currentColor"/>`,
    `<text x="${centre}" y="${y + 4}" text-anchor="middle" font-size="11">${number}</text>`,
  ].join('')
}

const words = (): string =>
  dataFlows
    .map(({ from, to }, index) => `${index + 1}: ${dataHolders[from].title} to ${dataHolders[to].title}`)
    .join('; ')

export const dataFlowDiagram = (): string =>
  [
    `<div class="table" role="group" aria-label="Drawing of the flows" tabindex="0"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${words()}" font-family="system-ui, sans-serif" font-size="14" fill="currentColor">`,
    `<defs><marker id="flow-head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8Z" fill="currentColor"/></marker></defs>`,
    ...names.map(boxOf),
    ...dataFlows.map((flow, index) => arrowOf(flow, index + 1)),
    '</svg></div>',
  ].join('\n')
