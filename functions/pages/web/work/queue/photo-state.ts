/** How far a photo has come on its way to the office. */
export const photoStates = ['kept', 'recorded', 'uploaded', 'stored', 'refused', 'replaced'] as const
export type PhotoState = (typeof photoStates)[number]

/** What can happen to a photo: answers to its record, to its bytes, and to the word that they are there; or its bytes broke here. */
export type PhotoEvent = 'awaited' | 'uploaded' | 'missing' | 'stored' | 'superseded' | 'refused' | 'damaged'

/**
 * Every way of a photo. A record may be sent again at any time, and answers where the photo is by then. What is stored
 * at the office, refused or replaced there has come to its end.
 */
const ways: Readonly<Record<PhotoState, Partial<Record<PhotoEvent, PhotoState>>>> = {
  kept: {
    ...{ awaited: 'recorded', stored: 'stored', superseded: 'replaced', refused: 'refused' },
    damaged: 'refused',
  },
  recorded: {
    ...{ uploaded: 'uploaded', stored: 'stored', superseded: 'replaced', refused: 'refused' },
    damaged: 'refused',
  },
  uploaded: { missing: 'recorded', stored: 'stored', superseded: 'replaced', refused: 'refused' },
  stored: {},
  refused: {},
  replaced: {},
}

/** The state after something happened; the same where that changes nothing. */
export const nextPhotoState = (state: PhotoState, event: PhotoEvent): PhotoState =>
  ways[state][event] ?? state

/** Whether it still has a way to go. */
export const isUnsent = (state: PhotoState): boolean => Object.keys(ways[state]).length > 0

/** What somebody reads who wants to know where their photo is. */
export const photoStateTexts: Readonly<Record<PhotoState, string>> = {
  kept: 'Saved on this phone',
  recorded: 'Being sent',
  uploaded: 'Being sent',
  stored: 'At the office',
  refused: 'Not usable: take it again',
  replaced: 'A later photo is at the office',
}

/** The problem with which the service answers that a photo is there: what that means for it. */
export const eventOfProblem: Readonly<Record<string, PhotoEvent>> = {
  photo_missing: 'missing',
  checksum_mismatch: 'missing',
  photo_replaced: 'superseded',
  photo_unreadable: 'refused',
  photo_too_large: 'refused',
  photo_not_an_image: 'refused',
}
