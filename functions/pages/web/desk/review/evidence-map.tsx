import { useMemo, useState } from 'preact/hooks'
import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import type { OutlinedArea } from '../../../../../shared/location/area.ts'
import {
  decodeAreaLines,
  describeArea,
  describeWay,
  farMetres,
  MapDrawing,
  type MapItem,
} from '../../../../../shared/location/evidence-map.tsx'
import { type Coordinates, metresBetween } from '../../../../../shared/location/position.ts'
import { formatDistance, formatTimeOfDay, locale } from '../../ui/format.ts'
import { Table } from '../../ui/page.tsx'
import { claimAge, fixAge, type Photo, reportedPosition, statedIn, takenAt } from './evidence.ts'
import { KeyButton } from './keys.tsx'
import type { CaseFile } from './open-case.ts'
import { Statement } from './statements.tsx'

const applicantPlace = ({ applicantSays }: CaseFile): Coordinates | undefined =>
  applicantSays?.latitude != null && applicantSays.longitude != null
    ? { latitude: applicantSays.latitude, longitude: applicantSays.longitude }
    : undefined

/** Everything of a case with a position, the stated address first. */
const toMapItems = (file: CaseFile, photos: readonly Photo[]): readonly MapItem[] => {
  const { claimedFrom, claimedAt, reportedAt, reportedAccuracyMetres } = file.review
  const age = claimAge(claimedFrom)
  const stated = file.place?.precision === 'confirmed' ? 'Address, confirmed on a map' : 'Stated address'
  return [
    { kind: 'stated' as const, sign: 'A', name: stated, at: statedIn(file) },
    {
      kind: 'claim' as const,
      sign: 'C',
      name: age ? `Device ${age} before the claim` : 'Device at the claim',
      at: claimedFrom ?? undefined,
      time: claimedAt,
      accuracyMetres: claimedFrom?.accuracyMetres,
    },
    {
      kind: 'report' as const,
      sign: 'R',
      name: 'Device at the report',
      at: reportedPosition(file),
      time: reportedAt,
      accuracyMetres: reportedAccuracyMetres ?? undefined,
    },
    { kind: 'applicant' as const, sign: 'P', name: 'Where the applicant says', at: applicantPlace(file) },
    ...photos.map((photo, index) => ({
      kind: 'photo' as const,
      sign: `${index + 1}`,
      name: [slotName(photo.slot), ...(fixAge(photo) ? [`${fixAge(photo)} before`] : [])].join(', '),
      at: photo.fixes.nearest ?? undefined,
      time: takenAt(photo),
      accuracyMetres: photo.fixes.nearest?.accuracyMetres,
    })),
  ].flatMap(item => (item.at ? [{ ...item, at: item.at }] : []))
}

/** For the app that the device has for maps (RFC 5870); the query puts a pin there on Android. */
const geoUrl = ({ latitude, longitude }: Coordinates): string =>
  `geo:${latitude},${longitude}?q=${latitude},${longitude}`

/** The reader's own map, which no server of others is asked for. */
const MapLink = ({ name, at }: MapItem) => (
  <a href={geoUrl(at)}>
    Open<span class="unseen"> the map of {name}</span>
  </a>
)

interface WhereProps {
  readonly placed: readonly MapItem[]
  readonly stated: Coordinates | undefined
  /** The ordered LGA. */
  readonly area: OutlinedArea | undefined
}

/** The address says in its name how it came to be known. */
const describeAccuracy = ({ kind, accuracyMetres }: MapItem): readonly string[] => {
  if (kind === 'stated') return []
  return [accuracyMetres === undefined ? 'accuracy unknown' : `±${formatDistance(accuracyMetres)}`]
}

const PositionsTable = ({ placed, stated, area }: WhereProps) => (
  <Table headings={['Position', 'Where', 'Map']} look="positions">
    {placed.map(item => {
      const { kind, sign, name, at, time } = item
      return (
        <tr key={sign}>
          <th scope="row">
            <span class={`sign ${kind}`}>{sign}</span> {name}
          </th>
          <td>
            {[
              ...(stated && kind !== 'stated' ? [describeWay(stated, at, locale)] : []),
              ...describeAccuracy(item),
            ].join(' ')}
            {area && <span class="quiet">{describeArea(area, at, locale)}</span>}
            {time && <span class="quiet">{formatTimeOfDay(time)}</span>}
          </td>
          <td>
            <MapLink {...item} />
          </td>
        </tr>
      )
    })}
  </Table>
)

interface EvidenceMapProps {
  readonly file: CaseFile
  readonly photos: readonly Photo[]
}

/** Decoded once for each case. */
const useLines = (areaMap: CaseFile['review']['areaMap']) =>
  useMemo(() => decodeAreaLines(areaMap?.lines), [areaMap])

/** Everything with a position, in words. */
export const Positions = ({ file, photos }: EvidenceMapProps) => {
  const lines = useLines(file.review.areaMap)
  const placed = toMapItems(file, photos)
  const area = file.review.areaMap ? { name: file.place?.lgaName ?? '', lines: lines.lga } : undefined
  return placed.length === 0 ? null : (
    <Statement id="positions" title="Positions">
      <PositionsTable placed={placed} stated={statedIn(file)} area={area} />
    </Statement>
  )
}

export const EvidenceMap = ({ file, photos }: EvidenceMapProps) => {
  const [isWide, setIsWide] = useState<boolean>()
  const { areaMap } = file.review
  const lines = useLines(areaMap)
  const placed = toMapItems(file, photos)
  const stated = statedIn(file)
  const first = placed[0]
  if (!first && !areaMap) return <p class="quiet">Neither the order nor a device names a position.</p>
  const isFar = placed.some(({ at }) => metresBetween(first!.at, at) > farMetres)
  const isWhole = areaMap !== null && (isWide ?? (stated === undefined || isFar))
  const frame = isWhole || !first ? lines.lga.flat() : []
  return (
    <Statement id="places" title="Where">
      {!stated && (
        <p class="quiet">The order gave no position: the address is somewhere in {file.place?.lgaName}.</p>
      )}
      <figure class="places">
        <MapDrawing
          label="Map to scale; the table says the same"
          placed={placed}
          frame={frame}
          names={areaMap?.names ?? []}
          lines={lines}
        />
        <figcaption class="quiet">
          {areaMap && first && (
            <KeyButton shortcut="m" onPress={() => setIsWide(!isWhole)}>
              {isWhole ? 'Show the surroundings' : 'Show the whole LGA'}
            </KeyButton>
          )}
          <p>{areaMap?.attribution}</p>
          {placed.every(({ kind }) => kind === 'stated') && <p>No device said where it was.</p>}
        </figcaption>
      </figure>
    </Statement>
  )
}
