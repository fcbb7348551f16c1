import sharp from 'sharp';

// The image library, with unused decoders blocked. Only the process of pictures loads it.

// A cache is useless: no image is processed twice in the same way.
sharp.cache(false);
// One thread for each picture: several need more memory, and no processor is left for requests.
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map(name => `VipsForeignLoad${name}Buffer`),
});

export { sharp };
