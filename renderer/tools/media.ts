/** Picture kinds that are drawn; SVG is none of them, since it is a document. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const sounds = new Set(['audio/mpeg', 'audio/wav', 'audio/x-wav', 'audio/ogg', 'audio/webm', 'audio/mp4', 'audio/aac', 'audio/flac']);

/** A data URL for a picture or sound of a result; undefined when its kind is not on the list or its data is no base64. */
export function mediaUrl(kind: 'image' | 'audio', mimeType: string, data: string | undefined): string | undefined {
  const type = mimeType.trim().toLowerCase();
  if (data === undefined || !(kind === 'image' ? pictures : sounds).has(type)) return undefined;
  return /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(data) ? `data:${type};base64,${data}` : undefined;
}
