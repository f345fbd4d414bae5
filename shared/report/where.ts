import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { slotName } from '../evidence/slot-texts.ts'
import { type Html, html } from '../http/html.ts'
import {
  decodeAreaLines,
  describeArea,
  describeWay,
  farMetres,
  MapDrawing,
  type MapItem,
} from '../location/evidence-map.tsx'
import { buildAreaMap } from '../location/outline.ts'
import { formatDistance, isCentre, metresBetween } from '../location/position.ts'
import { reportTexts } from '../texts/report.ts'
import type { AddressRecord } from '../verification/contract/address-record.ts'
import type { StatedLocation } from '../verification/stated-location.ts'
import type { AddressVerification } from '../verification/verification.ts'
import { visitedPositionOf } from '../review/comparison.ts'
import { formatTime, renderParagraph, renderSection, renderTable } from './parts.ts'
import type { ReportPhoto } from './photos.ts'

const { where: said } = reportTexts

interface VisitPositions {
  readonly verification: Pick<AddressVerification, 'lgaId' | 'report'>
  readonly record: AddressRecord
  readonly stated: StatedLocation
  readonly photos: readonly ReportPhoto[]
}

/** The stated place first. Where the agent was at the claim stands in no report: it may be their home. */
const toMapItems = ({ verification, record, stated, photos }: VisitPositions): readonly MapItem[] => {
  const { report } = verification
  const at = report && visitedPositionOf(record)
  return [
    ...(isCentre(stated.precision)
      ? []
      : [{ kind: 'stated' as const, sign: 'A', name: said.stated, at: stated }]),
    ...(at
      ? [
          {
            kind: 'report' as const,
            sign: 'R',
            name: said.report,
            at,
            time: report.submittedAt,
            accuracyMetres: report.accuracyMetres,
          },
        ]
      : []),
    ...photos.flatMap(({ slot, at, accuracyMetres, takenAt: time }, index) =>
      at
        ? [{ kind: 'photo' as const, sign: `${index + 1}`, name: slotName(slot), at, time, accuracyMetres }]
        : [],
    ),
  ]
}

const columnsOf = (way: string) => [
  { name: said.columns.position, isHead: true },
  ...[way, said.columns.accuracy, said.columns.at].map(name => ({ name })),
]

const drawingOf = (caption: string, map: Parameters<typeof MapDrawing>[0]): Html => html`<figure>
${{ html: renderToString(h(MapDrawing, map)) }}
<figcaption>${caption}</figcaption>
</figure>
`

/** The surroundings to scale, and the area around them; a table says the same. */
export const renderWhere = (visit: VisitPositions): Html => {
  const { verification, record, stated } = visit
  const { names, lines: encoded, attribution } = buildAreaMap(verification.lgaId)
  const lines = decodeAreaLines(encoded)
  const area = { name: record.lgaName, lines: lines.lga }
  const placed = toMapItems(visit)
  const first = placed[0]
  const place = `${record.lgaName}, ${record.stateName}`
  const isWayShown = !isCentre(stated.precision)
  const wayTo = ({ kind, at }: MapItem): string => {
    const inArea = describeArea(area, at)
    return isWayShown && kind !== 'stated' ? `${describeWay(stated, at)}, ${inArea}` : inArea
  }
  const accuracyOf = ({ kind, accuracyMetres }: MapItem): string => {
    if (kind === 'stated') return said.precisions[stated.precision](place)
    return accuracyMetres === undefined ? said.noAccuracy : `± ${formatDistance(accuracyMetres)}`
  }
  // Beside the address, marks of one visit would lie on each other.
  const far = placed.filter(item => item === first || metresBetween(item.at, first!.at) > farMetres)
  return renderSection(
    'where',
    said.title,
    ...(isWayShown ? [] : [renderParagraph(said.precisions[stated.precision](place))]),
    html`<div class="maps">
${first ? drawingOf(said.near, { label: said.nearLabel, placed, frame: [], names: [], lines: { ...lines, neighbours: [], state: [] } }) : ''}${drawingOf(said.area(place, attribution), { label: said.areaLabel(place), placed: far, frame: lines.lga.flat(), names, lines })}</div>
`,
    ...(first
      ? [
          renderTable(
            columnsOf(isWayShown ? said.columns.way : said.columns.area),
            placed.map(item => [
              html`<span class="sign ${item.kind}">${item.sign}</span> ${item.name}`,
              wayTo(item),
              accuracyOf(item),
              item.time === undefined ? '–' : formatTime(item.time),
            ]),
            'places',
          ),
        ]
      : [renderParagraph(said.none)]),
  )
}
