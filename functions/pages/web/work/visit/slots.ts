import type { Slot } from '../../../../../shared/evidence/contract.ts'

/** A photo that a visit wants, in words for whoever takes it. */
export interface WantedPhoto {
  readonly slot: Slot
  readonly name: string
  readonly hint: string
  readonly isOptional?: boolean
}

const building: readonly WantedPhoto[] = [
  {
    slot: 'exteriorPhotos.photo1',
    name: 'Front of the house',
    hint: 'The whole front. Stand across the street.',
  },
  {
    slot: 'exteriorPhotos.photo2',
    name: 'The street',
    hint: 'Along the street, with the house in it.',
  },
  {
    slot: 'exteriorPhotos.photo3',
    name: 'Gate or number',
    hint: 'Close up: the gate, the door, or the number.',
  },
  {
    slot: 'interiorPhotos.photo1',
    name: 'Inside',
    hint: 'Only if they let you in. No people.',
    isOptional: true,
  },
  {
    slot: 'extraPhotos.photo1',
    name: 'Something else',
    hint: 'A landmark, a notice, a closed gate.',
    isOptional: true,
  },
]

const inWordsOfBusiness: Partial<Record<Slot, Pick<WantedPhoto, 'name' | 'hint'>>> = {
  'exteriorPhotos.photo1': {
    name: 'Front of the building',
    hint: 'The whole front. Stand across the street.',
  },
  'exteriorPhotos.photo3': {
    name: 'Sign or number',
    hint: 'Close up: the sign of the business, or the number.',
  },
}

/** The photos that a visit wants, in the order in which one comes past them. */
export const wantedPhotos = (isBusiness: boolean): readonly WantedPhoto[] =>
  isBusiness ? building.map(each => ({ ...each, ...inWordsOfBusiness[each.slot] })) : building

export const nameOfSlot = (slot: Slot, isBusiness: boolean): string =>
  wantedPhotos(isBusiness).find(each => each.slot === slot)?.name ?? slot
