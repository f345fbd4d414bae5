import drawings from './photos.json' with { type: 'json' }

/** The drawings that stand for evidence photos in test mode, so that their links can be followed: a house under four skies. */
export type SandboxPhoto = keyof typeof drawings

/** The bytes of a PNG file of 240 × 160 pixels. */
export const drawingOf = (photo: SandboxPhoto): Uint8Array => Buffer.from(drawings[photo], 'base64')
