// Spheres of mirror, glass and stone on a tiled floor, in the pattern of a sunflower.
// Every pixel depends on its own rays alone: no radiosity, no jitter, no focal blur.
#version 3.7;

global_settings { assumed_gamma 1.0 max_trace_level 12 }

camera {
  location <0, 5.2, -9.5>
  look_at <0, 0.3, 0.4>
  right x * image_width / image_height
  angle 52
}

light_source {
  <-7, 11, -6>
  rgb <1.15, 1.08, 0.95>
  area_light <2.4, 0, 0>, <0, 0, 2.4>, 5, 5
  adaptive 1
}

light_source { <9, 6, 4> rgb <0.18, 0.22, 0.30> shadowless }

sky_sphere {
  pigment {
    gradient y
    color_map {
      [0.0 rgb <0.80, 0.74, 0.66>]
      [0.4 rgb <0.34, 0.50, 0.74>]
      [1.0 rgb <0.07, 0.14, 0.36>]
    }
  }
}

plane {
  y, 0
  texture {
    pigment { checker rgb <0.80, 0.77, 0.70>, rgb <0.20, 0.24, 0.31> scale 0.9 }
    normal { ripples 0.05 frequency 3 scale 4 }
    finish { ambient 0.06 diffuse 0.7 reflection { 0.04, 0.22 } }
  }
}

#declare Mirror = texture {
  pigment { rgb <0.93, 0.94, 0.96> }
  finish { ambient 0.02 diffuse 0.15 reflection 0.75 phong 0.9 phong_size 120 }
}

#declare Glass = texture {
  pigment { rgbf <0.92, 0.98, 0.95, 0.93> }
  finish { ambient 0 diffuse 0.05 reflection { 0.03, 0.7 fresnel } conserve_energy phong 1 phong_size 200 }
}

#declare Stone = texture {
  pigment {
    bozo
    turbulence 0.8
    octaves 6
    color_map {
      [0.0 rgb <0.78, 0.29, 0.13>]
      [0.5 rgb <0.90, 0.63, 0.26>]
      [1.0 rgb <0.45, 0.14, 0.16>]
    }
    scale 0.25
  }
  normal { granite 0.35 scale 0.4 }
  finish { ambient 0.05 diffuse 0.75 specular 0.25 roughness 0.03 }
}

#declare Seed = 0;
#while (Seed < 90)
  #local Turn = Seed * 137.50776;
  #local Distance = 0.62 * sqrt(Seed + 0.6);
  #local Radius = 0.24 + 0.022 * sqrt(Seed);
  sphere {
    <0, Radius, Distance>, Radius
    #switch (mod(Seed, 3))
      #case (0) texture { Stone translate Seed * <3, 5, 7> } #break
      #case (1) texture { Mirror } #break
      #else texture { Glass } interior { ior 1.5 }
    #end
    rotate y * Turn
  }
  #declare Seed = Seed + 1;
#end
