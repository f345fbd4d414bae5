import { describeMetres } from '../work/assignment/flags.ts'
import { slotName } from '../evidence/slot-texts.ts'
import { type Html, html } from '../http/html.ts'
import type { Coordinates } from '../location/position.ts'
import { reportTexts as words } from '../texts/report.ts'
import type { AddressRecord } from '../verification/contract/address-record.ts'
import { formatTime, type ReportFact, renderFacts, renderParagraph, renderSection } from './parts.ts'

export interface PhotoCopy {
  readonly kind: 'whole' | 'small'
  readonly bytes: Buffer
}

export interface ReportPhoto {
  readonly slot: string
  readonly copy: PhotoCopy | 'gone' | 'tooLarge'
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly takenAt?: string | undefined
  readonly source?: 'viewfinder' | 'file' | undefined
  readonly distanceMetres?: number | undefined
  readonly accuracyMetres?: number | undefined
  readonly at?: Coordinates | undefined
  /** It stated one, which was measured too long before the photo. */
  readonly isPositionOld?: boolean
}

const { photos: said } = words

const sizeOf = ({ width, height }: ReportPhoto): Html | string =>
  width && height ? html` width="${`${width}`}" height="${`${height}`}"` : ''

const pictureOf = (photo: ReportPhoto): Html => {
  const { slot, copy } = photo
  if (typeof copy === 'string') return html`<div class="missing">${said[copy]}</div>`
  const url = `data:image/jpeg;base64,${copy.bytes.toString('base64')}`
  return html`<img src="${url}" alt="${slotName(slot)}"${sizeOf(photo)}>`
}

const whereOf = ({ distanceMetres, accuracyMetres, takenAt, isPositionOld }: ReportPhoto): string => {
  if (distanceMetres !== undefined && accuracyMetres !== undefined)
    return said.away(describeMetres(distanceMetres), describeMetres(accuracyMetres))
  if (accuracyMetres !== undefined) return said.somewhere(describeMetres(accuracyMetres))
  if (takenAt === undefined) return ''
  return isPositionOld ? said.oldPosition : said.noPosition
}

const wordsOf = (photo: ReportPhoto): readonly string[] =>
  [
    photo.takenAt === undefined ? '' : said.taken(formatTime(photo.takenAt)),
    whereOf(photo),
    photo.source === 'file' ? said.fromFile : '',
  ].filter(line => line !== '')

const figureOf = (photo: ReportPhoto): Html => html`<figure>
${pictureOf(photo)}
<figcaption><strong>${slotName(photo.slot)}</strong>${wordsOf(photo).map(line => html`<span>${line}</span>`)}</figcaption>
</figure>
`

const gallery = (photos: readonly ReportPhoto[], wordsFor: (names: string) => string): readonly Html[] => {
  const small = photos.filter(({ copy }) => typeof copy === 'object' && copy.kind === 'small')
  const names = small.map(({ slot }) => slotName(slot)).join(', ')
  return [
    html`<div class="photos">\n${photos.map(figureOf)}</div>\n`,
    ...(small.length === 0 ? [] : [renderParagraph(wordsFor(names))]),
  ]
}

const presenceOf = (
  { deviceLocationDistance: nearest, isVerifind4d }: AddressRecord['verifindData'],
  hasPosition: boolean,
): readonly ReportFact[] => [
  [said.presence, isVerifind4d ? words.yesOrNo(true) : said.absent(hasPosition)],
  [said.nearest, nearest === null ? undefined : describeMetres(nearest)],
]

export const renderPhotos = (
  photos: readonly ReportPhoto[],
  verifind: AddressRecord['verifindData'],
  hasPosition: boolean,
): Html =>
  photos.length === 0
    ? renderSection('photos', said.title, renderParagraph(said.none))
    : renderSection(
        'photos',
        said.title,
        renderFacts(presenceOf(verifind, hasPosition)),
        ...gallery(photos, said.small),
        renderParagraph(`${hasPosition ? said.distances : said.noDistances} ${said.honesty}`),
      )

export const renderSuppliedPhotos = (photos: readonly ReportPhoto[]): readonly Html[] =>
  photos.length === 0
    ? []
    : [
        renderSection(
          'supplied',
          said.supplied,
          ...gallery(photos, said.smallSupplied),
          renderParagraph(said.suppliedWhat),
        ),
      ]
