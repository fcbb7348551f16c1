// A map on which a click sets the point of a venue. data-point: the id of its field; data-tiles, data-center, data-label,
// data-zoom-in and data-zoom-out say what the map shows.
import '#leaflet/leaflet.js';

/** The library's own layer of tiles loads images from `data:` addresses, which the policy of pages forbids. */
const Tiles = L.GridLayer.extend({
  createTile({ x, y, z }, done) {
    const tile = document.createElement('img');
    tile.alt = '';
    tile.onload = () => done(null, tile);
    tile.onerror = () => done(new Error('A tile is missing.'), tile);
    tile.src = L.Util.template(this.options.template, { x, y, z, r: L.Browser.retina ? '@2x' : '' });
    return tile;
  },
});

/** The point in two numbers; undefined for anything else, which the service reads. */
function pointIn(text) {
  const [, lat, lng] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text ?? '') ?? [];
  return lat !== undefined && Math.abs(lat) <= 85 && Math.abs(lng) <= 180 ? L.latLng(lat, lng) : undefined;
}

for (const frame of document.querySelectorAll('[data-point]')) {
  const { point, tiles, center, label, zoomIn, zoomOut } = frame.dataset;
  const input = document.getElementById(point);
  frame.hidden = false;
  const canvas = frame.insertBefore(document.createElement('div'), frame.firstChild);
  canvas.className = 'point-canvas';
  canvas.role = 'region';
  canvas.ariaLabel = label;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(canvas, {
    ...{ attributionControl: false, zoomControl: false, maxZoom: 19, scrollWheelZoom: false },
    ...(isStill && { zoomAnimation: false, fadeAnimation: false, inertia: false }),
  });
  L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map);
  new Tiles({ template: tiles, maxZoom: 19 }).addTo(map);
  const mark = L.circleMarker([0, 0], { radius: 9, className: 'point-mark', interactive: false });
  const show = () => {
    const at = pointIn(input.value);
    if (at) mark.setLatLng(at).addTo(map);
    else mark.remove();
    return at;
  };
  const around = pointIn(center);
  const at = pointIn(input.value);
  map.setView(at ?? around ?? [41, 2], at ? 16 : around ? 12 : 3);
  show();
  map.on('click', ({ latlng }) => {
    const { lat, lng } = latlng.wrap();
    input.value = `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  input.addEventListener('input', () => {
    const at = show();
    if (at && !map.getBounds().contains(at)) map.panTo(at);
  });
}
