export const photoStates = ['kept', 'recorded', 'uploaded', 'stored', 'refused', 'replaced'] as const
export type PhotoState = (typeof photoStates)[number]

/** Answers to its record, its bytes and its confirmation; `damaged`: its bytes broke on the phone. */
export type PhotoEvent = 'awaited' | 'uploaded' | 'missing' | 'stored' | 'superseded' | 'refused' | 'damaged'

const ends = { stored: 'stored', superseded: 'replaced', refused: 'refused' } as const

/** The transitions of a photo. A record may be sent again at any time; its answer names the state. */
const transitions: Readonly<Record<PhotoState, Partial<Record<PhotoEvent, PhotoState>>>> = {
  kept: { ...ends, awaited: 'recorded', damaged: 'refused' },
  recorded: { ...ends, uploaded: 'uploaded', damaged: 'refused' },
  uploaded: { ...ends, missing: 'recorded' },
  stored: {},
  refused: {},
  replaced: {},
}

export const nextPhotoState = (state: PhotoState, event: PhotoEvent): PhotoState =>
  transitions[state][event] ?? state

export const isUnsent = (state: PhotoState): boolean => Object.keys(transitions[state]).length > 0

export const photoStateTexts: Readonly<Record<PhotoState, string>> = {
  kept: 'Saved on this phone',
  recorded: 'Being sent',
  uploaded: 'Being sent',
  stored: 'At the office',
  refused: 'Not usable: take it again',
  replaced: 'A later photo is at the office',
}

/** What each problem code of the confirmation means for the photo. */
export const eventOfProblem: Readonly<Record<string, PhotoEvent>> = {
  photo_missing: 'missing',
  checksum_mismatch: 'missing',
  photo_replaced: 'superseded',
  photo_unreadable: 'refused',
  photo_too_large: 'refused',
  photo_not_an_image: 'refused',
}
