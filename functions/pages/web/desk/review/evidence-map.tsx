import { formatDistance } from '../../ui/format.ts'
import type { Photo } from './evidence.ts'
import {
  directionTo,
  groupMarks,
  height,
  layoutMap,
  type MapLayout,
  type Mark,
  toMapItems,
  width,
} from './evidence-map.ts'
import type { CaseFile } from './open-case.ts'

const half = 4.5

/** What was stated is a square, what a device measured is round. */
const Point = ({ mark: { kind, x, y } }: { readonly mark: Mark }) =>
  kind === 'photo' || kind === 'applicant' ? (
    <circle class={kind} cx={x} cy={y} r={half} />
  ) : (
    <rect class={kind} x={x - half} y={y - half} width={2 * half} height={2 * half} />
  )

const Words = ({ mark: { x, y, signs } }: { mark: Mark & { readonly signs: readonly string[] } }) => {
  const isRight = x > width * 0.7
  return (
    <text x={isRight ? x - 9 : x + 9} y={y - 7} text-anchor={isRight ? 'end' : 'start'}>
      {signs.join(' ')}
    </text>
  )
}

const Scale = ({ scale: { metres, length } }: { readonly scale: MapLayout['scale'] }) => (
  <g class="scale">
    <path d={`M10 ${height - 14}v4h${length}v-4`} />
    <text x={14 + length} y={height - 8}>
      {formatDistance(metres)}
    </text>
  </g>
)

const North = () => (
  <g class="scale">
    <path d={`M${width - 14} 26V10l-4 7m4-7l4 7`} />
    <text x={width - 14} y={38} text-anchor="middle">
      N
    </text>
  </g>
)

export const EvidenceMap = ({ file, photos }: { file: CaseFile; photos: readonly Photo[] }) => {
  const placed = toMapItems(file, photos)
  if (!file.place) return null
  if (placed.length === 0) return <p class="quiet">Neither the order nor a device names a position.</p>
  const { marks, scale } = layoutMap(placed)
  const [first, ...others] = placed
  const isFromStated = first!.kind === 'stated'
  return (
    <section aria-labelledby="places">
      <h2 id="places">Where</h2>
      {!isFromStated && (
        <p class="quiet">
          The order gave no position of its own, so that no distance to the address can be told.
        </p>
      )}
      <div class="places">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label="Drawing to scale; the list says the same"
        >
          {marks
            .filter(({ radius }) => radius > 0)
            .map(({ sign, x, y, radius }) => (
              <circle key={sign} class="accuracy" cx={x} cy={y} r={radius} />
            ))}
          {marks.toReversed().map(mark => (
            <Point key={mark.sign} mark={mark} />
          ))}
          {groupMarks(marks).map(mark => (
            <Words key={mark.sign} mark={mark} />
          ))}
          <Scale scale={scale} />
          <North />
        </svg>
        <ul class="legend">
          {placed.map(each => (
            <li key={each.sign}>
              <span class={`sign ${each.kind}`}>{each.sign}</span> {each.name}
              <WayWords from={isFromStated && each !== first ? first! : undefined} to={each} />
            </li>
          ))}
        </ul>
      </div>
      {others.length === 0 && isFromStated && <p class="quiet">No device said where it was.</p>}
    </section>
  )
}

interface WayProps {
  readonly from: ReturnType<typeof toMapItems>[number] | undefined
  readonly to: ReturnType<typeof toMapItems>[number]
}

const WayWords = ({ from, to }: WayProps) => {
  const way = from && directionTo(from, to)
  return (
    <span class="quiet">
      {way && `: ${formatDistance(way.metres)} ${way.wind}`}
      {to.accuracyMetres !== undefined && ` ±${formatDistance(to.accuracyMetres)}`}
    </span>
  )
}
